/** Keeps the pods with these labels on different nodes where it can, so that one lost node does not stop a controller. */
export function spreadAffinity(matchLabels: Readonly<Record<string, string>>): {
  podAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: {
      weight: number;
      podAffinityTerm: {
        labelSelector: { matchLabels: Readonly<Record<string, string>> };
        topologyKey: string;
      };
    }[];
  };
} {
  return {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: { labelSelector: { matchLabels }, topologyKey: 'kubernetes.io/hostname' },
        },
      ],
    },
  };
}
