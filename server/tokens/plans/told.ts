/** Where the outcome of an operation is told, beside the project's endpoints. */
export type Told = { webhookUrl: string | undefined; webhookSecret: string | undefined }

/** Of operations that take no URL of their own. */
export const UNTOLD: Told = { webhookUrl: undefined, webhookSecret: undefined }
