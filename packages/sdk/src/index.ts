export { type Client, type ClientOptions, createClient, type Methods } from './client'
export * from './errors'
export type * from './generated/types'
export type { ListCall } from './lists'
export type { CallOptions, DataOf, InputOf, ItemOf, ListName, OperationName } from './operation'
export type { Answer } from './read-answer'
export type { EventStream, StreamedEvent, StreamOptions, StreamState } from './stream'
export { VERSION } from './to-request'
export type { StoredToken, TokenStore } from './token'
export type { WaitOptions } from './wait-for'
export {
  type SignedRequest,
  signIndexerWebhook,
  signWebhook,
  verifyIndexerWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookSecret,
} from './webhooks'
