import { randomBytes } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { oncePerProcess } from '@/db/once-per-process'
import { requireNoTransaction } from '@/server/database/network-guard'
import { env } from '@/server/env'
import { signerRequests, signerSeconds } from './metrics'
import { type Call, isAnswerProven, proveCall } from './socket-proof'
import { fromWireError, type SignerOperation, signerSilent, wireError } from './wire'

/** The longest wait for an answer: the engine's for a share of signatures, a caller's of the API, a probe's. */
const LIMITS_MS: Record<SignerOperation, number> = {
  signLanes: 30_000,
  signReplacements: 30_000,
  signTransfers: 30_000,
  proveSeeds: 30_000,
  signRequest: 8_000,
  signMessage: 8_000,
  derive: 8_000,
  status: 2_000,
}
const MAX_SOCKETS = 32

const agent = () => oncePerProcess('signer-sockets', () => new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }))

/**
 * Calls the process that signs. Call it outside of transactions. Throws the errors of the work there, and unavailable
 * if there is no response in time: signatures made by then are stored, and the next turn finds them.
 */
export async function callSigner(operation: SignerOperation, order: unknown): Promise<unknown> {
  requireNoTransaction('the signer')
  const startedAt = performance.now()
  try {
    const answer = await ask(operation, JSON.stringify(order, withBigints))
    signerRequests.add({ operation, outcome: 'answered' })
    return answer
  } catch (error) {
    const isSilent = error instanceof Silence
    signerRequests.add({ operation, outcome: isSilent ? 'silent' : 'refused' })
    throw isSilent ? signerSilent(error.message) : error
  } finally {
    signerSeconds.record({ operation }, (performance.now() - startedAt) / 1_000)
  }
}

/** Base units do not fit into numbers of JSON. */
export function withBigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

class Silence extends Error {}

async function ask(operation: SignerOperation, body: string): Promise<unknown> {
  const call = { operation, body, at: String(Date.now()), nonce: randomBytes(16).toString('hex') }
  const {
    status,
    proof,
    body: answer,
  } = await send(call).catch((error: unknown) => {
    // A token from before the signer restarted. Asking twice signs once.
    if (isStale(error)) return send(call)
    throw error
  })
  if (status === 401) throw new Silence('it knows another SLIPWAY_SECRET than this process')
  if (!isAnswerProven({ call, status, body: answer }, proof)) throw new Silence('its answer is not the signer’s')
  const parsed: unknown = JSON.parse(answer)
  if (status === 200) return parsed
  throw fromWireError(wireError.parse(parsed))
}

type Answered = { status: number; proof: string; body: string }

class Broken extends Silence {
  readonly isReused: boolean

  constructor(message: string, isReused: boolean) {
    super(message)
    this.isReused = isReused
  }
}

function isStale(error: unknown): boolean {
  return error instanceof Broken && error.isReused
}

function send(call: Call): Promise<Answered> {
  const { operation, at, nonce, body } = call
  return new Promise((resolve, reject) => {
    const sent = request({
      socketPath: env().SIGNER_SOCKET,
      agent: agent(),
      method: 'POST',
      path: `/${operation}`,
      headers: {
        'content-length': Buffer.byteLength(body),
        'x-signer-at': at,
        'x-signer-nonce': nonce,
        'x-signer-proof': proveCall(call),
      },
    })
    const fail = (error: unknown) => reject(new Broken(codeOf(error), sent.reusedSocket))
    const late = setTimeout(
      () => {
        reject(new Silence('no answer in time'))
        sent.destroy()
      },
      LIMITS_MS[operation as SignerOperation],
    )
    sent.once('error', fail)
    sent.once('close', () => clearTimeout(late))
    sent.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, proof: proofOf(response), body }), fail)
    })
    sent.end(body)
  })
}

function proofOf({ headers }: IncomingMessage): string {
  return String(headers['x-signer-proof'] ?? '')
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'connection lost'
}
