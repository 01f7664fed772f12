import { describe, expect, test } from '@jest/globals';
import { parseSettings } from '../../lib/autoscaler/settings.ts';
import { settings } from './sample.ts';

describe('settings', () => {
  test('are read back as they were written', () => {
    expect(parseSettings(JSON.stringify(settings))).toEqual({ ok: true, settings });
    expect(parseSettings('{"images": {}}')).toEqual({ ok: true, settings: { images: {} } });
  });

  test.each([
    ['{"images"', /^is not JSON: /],
    ['[]', /^must be a JSON object$/],
    ['null', /^must be a JSON object$/],
    ['{}', /^images must map Kubernetes minors to images$/],
    ['{"images": {"v1.35": "x"}}', /^images: "v1.35" is not a Kubernetes minor such as 1.35$/],
    ['{"images": {"1.35.5": "x"}}', /^images: "1.35.5" is not a Kubernetes minor such as 1.35$/],
    ['{"images": {"1.35": ""}}', /^images: 1.35 must name an image$/],
    [
      '{"images": {}, "managementNetwork": []}',
      /^has the unknown key managementNetwork; allowed are images, /,
    ],
    ['{"images": {}, "managementNetworks": []}', /^managementNetworks must be a list of CIDRs/],
    ['{"images": {}, "managementNetworks": ["10.4.0.11"]}', /^managementNetworks must be a list of CIDRs/],
    ['{"images": {}, "monitoringNamespace": ""}', /^monitoringNamespace must be the name of a namespace$/],
  ])('%s is refused', (text, problem) => {
    const result = parseSettings(text);
    expect(result.ok ? '' : result.problem).toMatch(problem);
  });
});
