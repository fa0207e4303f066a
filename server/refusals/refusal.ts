import type { ErrorCode } from './error-kinds'

/** A cause for which `/v1` refuses. */
export type Refusal = {
  kind: ErrorCode | 'internal'
  message: string
  /** For `/docs`: the cause, and what the caller can do. */
  means: string
}
