import { App, Chart } from 'cdk8s';
import { ClassGeneration } from '../constructs/index.ts';
import { classFileText } from '../fleet/index.ts';
import { yamlText } from '../output/index.ts';

/** The file of the class generation that the constructs of this library make. */
export function classText(name: string): string {
  const chart = new Chart(new App(), 'class', { disableResourceNameHashes: true });
  new ClassGeneration(chart, 'generation', { name });
  return classFileText(chart.toJson().map(yamlText).join('---\n'));
}
