import { controlPlaneSpread, controlPlaneVariables } from './control-plane-variables.ts';
import { infrastructureVariables } from './infrastructure-variables.ts';
import { joinVariables } from './join-variables.ts';
import type { ClassVariable, ClassWiring } from './variable.ts';

/** Every variable of the class, in the order in which the class lists them. */
export const classVariables: readonly ClassVariable[] = [
  ...controlPlaneVariables,
  ...infrastructureVariables,
  ...joinVariables,
];

/** Every patch that no variable asks for. */
export const classWirings: readonly ClassWiring[] = [controlPlaneSpread];

/** Variables that a pool may set for itself: those of the machines and of how they join. */
export const poolVariables: ReadonlySet<string> = new Set(
  classVariables
    .filter(({ patches }) =>
      patches.some(
        ({ template }) => template === 'ProxmoxMachineTemplate' || template === 'KubeadmConfigTemplate',
      ),
    )
    .map(({ name }) => name),
);
