import type { Operations } from './generated/types'

/** The description of an operation. The fields of its input that are not in its path or query are its body. */
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** `{name}` marks a field of the input. */
  path: string
  query?: readonly string[]
  /** Takes an `Idempotency-Key`. */
  takesKey?: true
  /** Needs no token. */
  isPublic?: true
  /** Answers without the envelope. */
  isRaw?: true
  /** Answers server-sent events. */
  isStream?: true
  /** The parameter of the next page, and the field of a page that has its items. */
  list?: readonly ['page' | 'offset' | 'cursor', string]
}

export type OperationName = keyof Operations

/** The input of an operation: the fields of its path, query and body in one object. */
export type InputOf<Name extends OperationName> = Operations[Name]['input']

/** The answer of an operation: the `data` of the envelope. */
export type DataOf<Name extends OperationName> = Operations[Name]['data']

/** The items on the pages of a list. */
export type ItemOf<Name extends OperationName> = Operations[Name] extends { item: infer Item } ? Item : never

/** The operations that answer pages. */
export type ListName = {
  [Name in OperationName]: Operations[Name] extends { item: unknown } ? Name : never
}[OperationName]

/** Options of a single call. */
export type CallOptions = {
  /** The idempotency key of a write. Generated for each call if missing; all attempts of a call have the same. */
  idempotencyKey?: string
  /** Ends the call, also while it waits for its next attempt. */
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
}
