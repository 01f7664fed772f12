/** The templates that a class is made of. */
export type TemplateKind =
  | 'ProxmoxClusterTemplate'
  | 'KamajiControlPlaneTemplate'
  | 'KubeadmConfigTemplate'
  | 'ProxmoxMachineTemplate';

/** A JSON value as it stands in an object. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Where a variable goes in a template, and in which form. */
export interface TemplatePatch {
  readonly template: TemplateKind;
  readonly op: 'add' | 'replace';
  /** JSON pointer below /spec/template/spec. */
  readonly path: string;
  /** A field of the variable, such as `cores` of workerSize; the whole variable if absent. */
  readonly field?: string;
  /**
   * YAML text with placeholders, where the value is more than the variable alone.
   * Only the forms of placeholders.ts are used, so that the offline expansion reads the same text as Cluster API.
   */
  readonly form?: string;
}

/** One variable of the class: the source of the class's variables and patches, of the offline expansion and of the docs. */
export interface ClassVariable {
  readonly name: string;
  readonly description: string;
  /** True if a Cluster must set it. A class in use can never gain such a variable (Cluster API then refuses every update). */
  readonly required?: boolean;
  /** OpenAPI schema. Bounds on multiples are rules: Cluster API ignores a nested multipleOf. */
  readonly schema: { readonly [key: string]: Json };
  readonly patches: readonly TemplatePatch[];
}

/** A patch that depends on no variable, only on what Cluster API knows of the Cluster. */
export interface ClassWiring {
  readonly name: string;
  readonly description: string;
  readonly patches: readonly TemplatePatch[];
}
