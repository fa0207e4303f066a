import { oncePerProcess } from '@/db/once-per-process'
import { classifySendError } from '@/server/chains/evm/classify-send-error'
import type { Chain, ChainEndpoint } from '@/server/chains/registry'
import type { RpcAnswer, RpcCall } from './answer'
import { sendToEndpoint } from './ask-endpoint'
import { RPC_LIMITS } from './limits'
import { verifyEndpoint } from './verify-endpoint'

/**
 * The result of one call at one endpoint: the node's answer, or why there is none; the call may then have arrived or
 * not.
 */
export type SendReply =
  | { endpoint: string; answer: RpcAnswer; failure?: undefined }
  | { endpoint: string; answer?: undefined; failure: string }

type Line = { tail: Promise<void>; waiting: number }
const lines = oncePerProcess('rpc-send-lines', () => new Map<string, Line>())

/**
 * Sends the calls to every usable endpoint at once, in their order at each. Resolves as soon as every call was accepted
 * somewhere, or all endpoints have answered; the other sends continue in the background. Each call has one list of
 * replies, empty if no endpoint was usable. An endpoint that has not answered by then has a failure. Never rejects.
 */
export function broadcast(chain: Chain, calls: RpcCall[]): Promise<SendReply[][]> {
  const { endpoints } = chain
  const replies: SendReply[][] = calls.map(() => [])
  if (calls.length === 0 || endpoints.length === 0) return Promise.resolve(replies)
  return new Promise((resolve) => {
    const accepted = new Uint8Array(calls.length)
    /** The number of calls that each endpoint has answered: always the first ones. */
    const received = new Uint32Array(endpoints.length)
    let unaccepted = calls.length
    let running = endpoints.length
    let grace: NodeJS.Timeout | null = null
    let isSettled = false
    const settle = () => {
      if (isSettled) return
      isSettled = true
      if (grace) clearTimeout(grace)
      addSilent(endpoints, received, replies)
      resolve(replies)
    }
    const note = (index: number, position: number, reply: SendReply) => {
      if (isSettled) return
      received[index] = position + 1
      replies[position]?.push(reply)
      if (accepted[position] === 1 || !isAcceptance(reply.answer)) return
      accepted[position] = 1
      unaccepted -= 1
    }
    const end = (hasAnswered: boolean) => {
      running -= 1
      if (running === 0 || unaccepted === 0) return settle()
      // An endpoint has refused. Without any answer, the other endpoints get all the time that a request may take.
      if (hasAnswered) grace ??= setTimeout(settle, RPC_LIMITS.sendGraceMs)
    }
    const progress = () => {
      if (unaccepted === 0) settle()
    }
    for (const [index, endpoint] of endpoints.entries()) {
      const noteOwn = (position: number, reply: SendReply) => note(index, position, reply)
      const skip = () => {
        received[index] = calls.length
      }
      void sendAll({ chain, endpoint, calls, note: noteOwn, skip, progress }).then(end)
    }
  })
}

type Job = {
  chain: Chain
  endpoint: ChainEndpoint
  calls: RpcCall[]
  note: (position: number, reply: SendReply) => void
  /** Nothing is sent to this endpoint, so no call can have arrived there. */
  skip: () => void
  /** A request was answered. */
  progress: () => void
}

/** Sends of one endpoint wait for earlier sends; a single endpoint needs no queue. */
function sendAll(job: Job): Promise<boolean> {
  if (job.chain.endpoints.length === 1) return sendInOrder(job)
  const { endpoint, calls } = job
  const line = lines.get(endpoint.id) ?? { tail: Promise.resolve(), waiting: 0 }
  lines.set(endpoint.id, line)
  if (line.waiting > 0 && line.waiting + calls.length > RPC_LIMITS.sendsWaiting) {
    job.skip()
    return Promise.resolve(false)
  }
  line.waiting += calls.length
  const sent = line.tail.then(() => sendInOrder(job))
  line.tail = sent.then(() => {
    line.waiting -= calls.length
  })
  return sent
}

/**
 * Sends one request after another. After a failed one the later calls stay unsent, so that a sequencer never sees a
 * nonce gap. Returns whether every call was answered. Never rejects.
 */
async function sendInOrder(job: Job): Promise<boolean> {
  const { chain, endpoint, calls } = job
  const verdict = verifyEndpoint(chain, endpoint, chain.endpoints.length === 1)
  const isUsable = typeof verdict === 'boolean' ? verdict : await verdict
  if (!isUsable) {
    job.skip()
    return false
  }
  for (let start = 0; start < calls.length; start += RPC_LIMITS.batchSize) {
    const batch = calls.length <= RPC_LIMITS.batchSize ? calls : calls.slice(start, start + RPC_LIMITS.batchSize)
    try {
      const answers = await sendToEndpoint(chain, endpoint, batch)
      for (const [position, answer] of answers.entries())
        job.note(start + position, { endpoint: endpoint.label, answer })
    } catch (error) {
      noteFailure(job, start, error instanceof Error ? error.message : 'failed')
      return false
    }
    job.progress()
  }
  return true
}

function noteFailure({ endpoint, calls, note }: Job, from: number, failure: string): void {
  for (let position = from; position < calls.length; position++) note(position, { endpoint: endpoint.label, failure })
}

/**
 * An endpoint that has not answered may still take the call. It counts as a failure, so that a refusal elsewhere is not
 * taken as final.
 */
function addSilent(endpoints: ChainEndpoint[], received: Uint32Array, replies: SendReply[][]): void {
  for (const [index, { label }] of endpoints.entries()) {
    for (const own of replies.slice(received[index])) own.push({ endpoint: label, failure: 'has not answered yet' })
  }
}

function isAcceptance(answer: RpcAnswer | undefined): boolean {
  if (!answer) return false
  return !answer.error || classifySendError(answer.error.message) === 'accepted'
}
