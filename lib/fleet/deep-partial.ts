/** What is left of a value after the parts that break its schema were taken away. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly (DeepPartial<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;
