import { isRecord, type KubeObject, listAt, textAt } from './object.ts';

/** Where a provider's webhook server listens, and the CA that signed its certificate. */
export interface WebhookServer {
  readonly port: number;
  readonly ca: string;
}

/**
 * Points the webhooks and CRD conversions of a provider's manifests from their Service to a server on loopback:
 * the managers of the lab are processes of this machine, and no Service is routed.
 */
export function pointWebhooks(object: KubeObject, server: WebhookServer): KubeObject {
  if (object.kind === 'CustomResourceDefinition') {
    const conversion = (object['spec'] as { conversion?: { webhook?: { clientConfig?: unknown } } })
      .conversion;
    if (conversion?.webhook === undefined) return object;
    const webhook = {
      ...conversion.webhook,
      clientConfig: clientConfig(conversion.webhook.clientConfig, server),
    };
    const spec = { ...(object['spec'] as object), conversion: { ...conversion, webhook } };
    return { ...object, spec };
  }
  if (!object.kind.endsWith('WebhookConfiguration')) return object;
  const webhooks = listAt(object, 'webhooks').filter(isRecord);
  return {
    ...object,
    webhooks: webhooks.map((webhook) => ({
      ...webhook,
      clientConfig: clientConfig(webhook['clientConfig'], server),
    })),
  };
}

function clientConfig(original: unknown, { port, ca }: WebhookServer): unknown {
  const path = textAt(original, 'service.path');
  return { url: `https://127.0.0.1:${port}${path}`, caBundle: Buffer.from(ca).toString('base64') };
}
