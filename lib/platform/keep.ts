import { shield } from '../constructs/tenant/keys.ts';

/**
 * Annotations of what no engine may ever delete: namespaces, DataStores, providers, pools of addresses. Removing a
 * bundle from Git then leaves them behind, and taking one away is a deliberate `kubectl delete`.
 */
export const keep: Readonly<Record<string, string>> = shield;
