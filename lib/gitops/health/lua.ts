/**
 * Health checks for Argo CD, in Lua. Argo CD has none for these kinds, or one that is wrong here: its own calls a
 * Cluster healthy whose condition Available is False, since it looks for a Ready that v1beta2 does not have.
 */

/** Ways to say how it stands, and to find a condition. */
function script(...lines: readonly string[]): string {
  return [
    'local function health(status, message) return { status = status, message = message or "" } end',
    'local status = obj.status or {}',
    'local function condition(name)',
    '  for _, c in ipairs(status.conditions or {}) do',
    '    if c.type == name then return c end',
    '  end',
    'end',
    'local function text(c) return (c.reason or "") .. ": " .. (c.message or "") end',
    'local function is(c, value) return c ~= nil and c.status == value end',
    'if obj.metadata.deletionTimestamp ~= nil then',
    '  local deleting = condition("Deleting")',
    '  return health("Progressing", deleting and "Deleting, " .. text(deleting) or "Deleting")',
    'end',
    ...lines,
    '',
  ].join('\n');
}

const untilObserved = [
  'if status.observedGeneration ~= nil and status.observedGeneration ~= obj.metadata.generation then',
  '  return health("Progressing", "Change not yet observed")',
  'end',
];

/**
 * By it the root waits for a bundle before it goes on to the next wave; Argo CD itself has no health of Applications.
 * Healthy alone would not do: an Application whose objects could not be applied at all counts as Healthy from
 * v3.4 on. One that keeps failing is Degraded, so that the root ends its try and takes up the commit that mends it.
 */
function application(): string {
  return script(
    'local sync = status.operationState',
    'if sync == nil then return health("Progressing", "Not synced yet") end',
    'if sync.phase ~= "Succeeded" then',
    '  local failing = sync.phase == "Failed" or sync.phase == "Error" or (sync.retryCount or 0) >= 5',
    '  return health(failing and "Degraded" or "Progressing", "Sync " .. sync.phase .. ": " .. (sync.message or ""))',
    'end',
    'if status.health == nil then return health("Progressing", "Health not known yet") end',
    'return health(status.health.status, status.health.message)',
  );
}

function cluster(): string {
  return script(
    'if obj.spec ~= nil and obj.spec.paused == true then return health("Suspended", "Paused") end',
    ...untilObserved,
    'local topology, available = condition("TopologyReconciled"), condition("Available")',
    'if is(topology, "False") and (topology.reason == "ReconcileFailed" or topology.reason == "ClusterClassNotReconciled") then',
    '  return health("Degraded", text(topology))',
    'end',
    'if is(available, "True") then return health("Healthy", "Available") end',
    'if is(available, "False") and is(condition("ControlPlaneInitialized"), "True") and status.phase == "Provisioned" then',
    '  return health("Degraded", available.message)',
    'end',
    'return health("Progressing", available and available.message or "Waiting for the first status")',
  );
}

function clusterClass(): string {
  return script(
    'if is(condition("Paused"), "True") then return health("Suspended", "Paused") end',
    ...untilObserved,
    'local variables = condition("VariablesReady")',
    'if is(variables, "False") then return health("Degraded", text(variables)) end',
    'if status.observedGeneration == nil then return health("Progressing", "Waiting for its templates") end',
    'return health("Healthy", "Its templates are there")',
  );
}

function kamajiControlPlane(): string {
  return script(
    'if is(condition("Paused"), "True") then return health("Suspended", "Paused") end',
    'if status.failureReason ~= nil and status.failureReason ~= "" then',
    '  return health("Degraded", status.failureReason .. ": " .. (status.failureMessage or ""))',
    'end',
    'local available = condition("Available")',
    'if available ~= nil and available.observedGeneration ~= nil and available.observedGeneration ~= obj.metadata.generation then',
    '  return health("Progressing", "Change not yet observed")',
    'end',
    'if is(available, "True") then return health("Healthy", "Available, " .. (status.version or "version not known")) end',
    'if available ~= nil and (status.initialization or {}).controlPlaneInitialized == true then',
    '  return health("Degraded", text(available))',
    'end',
    'for _, c in ipairs(status.conditions or {}) do',
    '  if c.status == "False" and (c.message or "") ~= "" then return health("Progressing", c.type .. ": " .. c.message) end',
    'end',
    'return health("Progressing", "Waiting for the first status")',
  );
}

function proxmoxCluster(): string {
  return script(
    'local proxmox, ready = condition("ProxmoxAvailable"), condition("Ready")',
    'if is(proxmox, "False") and (proxmox.reason == "CredentialsNotFound" or proxmox.reason == "ProxmoxUnreachable") then',
    '  return health("Degraded", text(proxmox))',
    'end',
    'if is(ready, "True") then return health("Healthy", "Ready") end',
    'local told = ready or proxmox',
    'return health("Progressing", told and text(told) or "Waiting for the first status")',
  );
}

function dataStore(): string {
  return script(
    ...untilObserved,
    'if status.ready == true then return health("Healthy", "Ready") end',
    'for _, c in ipairs(status.conditions or {}) do',
    '  if c.status == "False" then return health("Degraded", text(c)) end',
    'end',
    'return health("Progressing", "Waiting for its Secrets")',
  );
}

function tenantControlPlane(): string {
  return script(
    ...untilObserved,
    'local version = ((status.kubernetesResources or {}).version or {}).status',
    'if version == "Ready" then return health("Healthy", version) end',
    'if version == "Sleeping" then return health("Suspended", version) end',
    'if version == "NotReady" or version == "WriteLimited" then return health("Degraded", version) end',
    'return health("Progressing", version or "Waiting for the first status")',
  );
}

function provider(): string {
  return script(
    'local preflight, ready = condition("PreflightCheckPassed"), condition("Ready")',
    'if is(preflight, "False") then return health("Degraded", text(preflight)) end',
    'if is(ready, "True") and status.installedVersion == obj.spec.version then',
    '  return health("Healthy", "Installed " .. status.installedVersion)',
    'end',
    'return health("Progressing", ready and ready.message or "Waiting for the operator")',
  );
}

/** Scripts by the name that argocd-cm gives to the kind: group_Kind. */
export const luaHealth: Readonly<Record<string, string>> = {
  'argoproj.io_Application': application(),
  'cluster.x-k8s.io_Cluster': cluster(),
  'cluster.x-k8s.io_ClusterClass': clusterClass(),
  'controlplane.cluster.x-k8s.io_KamajiControlPlane': kamajiControlPlane(),
  'infrastructure.cluster.x-k8s.io_ProxmoxCluster': proxmoxCluster(),
  'kamaji.clastix.io_DataStore': dataStore(),
  'kamaji.clastix.io_TenantControlPlane': tenantControlPlane(),
  ...Object.fromEntries(
    ['Core', 'Bootstrap', 'ControlPlane', 'Infrastructure', 'IPAM', 'Addon'].map((type) => [
      `operator.cluster.x-k8s.io_${type}Provider`,
      provider(),
    ]),
  ),
};
