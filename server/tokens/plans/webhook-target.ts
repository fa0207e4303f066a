/** The `webhookUrl` of a request, which gets the outcome in addition to the project's endpoints. */
export type WebhookTarget = { webhookUrl: string | undefined; webhookSecret: string | undefined }

/** The target of operations that accept no URL. */
export const NO_WEBHOOK: WebhookTarget = { webhookUrl: undefined, webhookSecret: undefined }
