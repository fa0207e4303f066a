import { AbortedError, TimeoutError, TransactionFailedError } from './errors'
import type { TokenOperation, Transaction } from './generated/types'
import type { CallOptions } from './operation'
import type { Runtime } from './transport'

export type WaitOptions = {
  signal?: AbortSignal
  /** The time after which TimeoutError is thrown. The default is 10 minutes. The record itself continues. */
  timeoutMs?: number
  /** 2,500 unless given. */
  intervalMs?: number
  /** Called with each record that was read: shows stages and confirmations. */
  onChange?: (record: Transaction | TokenOperation) => void
}

type Waiting<Kind> = Pick<Runtime, 'wait' | 'now'> & {
  record: Kind
  read: (name: 'getTransaction' | 'getTokenOperation', input: object, options: CallOptions) => Promise<unknown>
}

const TIMEOUT_MS = 600_000
const INTERVAL_MS = 2_500

/** Reads the record until it has ended. */
export async function waitForRecord<Kind extends Transaction | TokenOperation>(
  { record, read, wait, now }: Waiting<Kind>,
  { signal, timeoutMs = TIMEOUT_MS, intervalMs = INTERVAL_MS, onChange }: WaitOptions = {},
): Promise<Kind> {
  const givenUpAt = now() + timeoutMs
  const [name, input] =
    'operationRef' in record
      ? (['getTokenOperation', { id: record.tokenId, operationRef: record.operationRef }] as const)
      : (['getTransaction', { id: record.id }] as const)
  let current = record
  while (current.status === 'PENDING') {
    if (now() >= givenUpAt) throw new TimeoutError(`Still pending after ${timeoutMs} ms`, { operation: name })
    await wait(intervalMs, signal).catch((cause: unknown) => {
      throw new AbortedError('The wait was aborted', { operation: name }, { cause })
    })
    // The operation returns the requested record.
    current = (await read(name, input, { signal })) as Kind
    onChange?.(current)
  }
  if (current.status === 'FAILED') throw new TransactionFailedError(current, name)
  return current
}
