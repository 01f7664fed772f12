/** A reason to stop that the user can act on; told without a stack trace. */
export class Refusal extends Error {}
