/** Where the outcome of an operation is sent, beside the project's endpoints. */
export type WebhookTarget = { webhookUrl: string | undefined; webhookSecret: string | undefined }

/** The target of operations that take no URL. */
export const NO_WEBHOOK: WebhookTarget = { webhookUrl: undefined, webhookSecret: undefined }
