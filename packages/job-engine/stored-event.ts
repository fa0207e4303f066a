/** An event as functions see it. */
export interface StoredEvent {
  id: string
  name: string
  data: unknown
  ts: number
  [field: string]: unknown
}
