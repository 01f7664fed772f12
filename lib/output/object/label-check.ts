import { isRecord } from '../json.ts';
import { isLabelValue, isQualifiedName, QUALIFIED_NAME, LABEL_VALUE } from './names.ts';
import { report, show, type Walk } from '../violation.ts';

/**
 * Labels and annotations wherever an object has `metadata` (its own, or the one of a template inside it), and
 * selectors by label: their schemas say only that they are text, the API server and Cluster API ask for more.
 */
export function labelChecks(field: string, value: unknown, walk: Walk): void {
  if (field === 'metadata' && isRecord(value)) {
    walk.steps.push(field);
    mapCheck('labels', value.labels, isLabelValue, walk);
    mapCheck('annotations', value.annotations, () => true, walk);
    walk.steps.pop();
  }
  if (field === 'matchLabels') mapCheck(field, value, isLabelValue, walk);
}

function mapCheck(field: string, map: unknown, accepts: (value: string) => boolean, walk: Walk): void {
  if (!isRecord(map)) return;
  walk.steps.push(field);
  for (const [key, value] of Object.entries(map)) {
    if (!isQualifiedName(key)) report(walk, 'has a name of the wrong form', QUALIFIED_NAME, key);
    if (typeof value !== 'string')
      report(walk, `is ${show(value)}`, `text: quote it ("${String(value)}")`, key);
    else if (!accepts(value)) report(walk, `${show(value)} has the wrong form`, LABEL_VALUE, key);
  }
  walk.steps.pop();
}
