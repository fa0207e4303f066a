import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { withBigints } from '@/server/custody/remote/call-signer'
import { type Call, isCallProven, proveAnswer } from '@/server/custody/remote/socket-proof'
import { type SignerOperation, toWireError } from '@/server/custody/remote/wire'
import { logger } from '@/server/logger'

type Answers = Record<SignerOperation, (order: unknown) => Promise<unknown>>

/** A share of an order has a hundred transactions, of some hundred bytes each. */
const MAX_BODY_BYTES = 2 ** 20
const MAX_CONNECTIONS = 512

/** Serves callers that know SLIPWAY_SECRET, by operation. Other callers get no information. */
export function createSignerServer(answers: Answers): Server {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 60_000 },
    (request, response) => {
      answer(answers, request, response).catch((error: unknown) => {
        logger().warn({ err: error }, 'a call could not be answered')
        response.destroy()
      })
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  return server
}

async function answer(answers: Answers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(request)
  if (!call || !isCallProven(call, header(request, 'x-signer-proof'), Date.now())) {
    logger().warn('a call was refused: its caller does not know SLIPWAY_SECRET')
    response.writeHead(401, { connection: 'close' }).end()
    return
  }
  const { status, answer } = await run(answers, call)
  const body = JSON.stringify(answer, withBigints)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-signer-proof': proveAnswer({ call, status, body }),
  })
  response.end(body)
}

/** Null if it is too long. */
async function readCall(request: IncomingMessage): Promise<Call | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_BODY_BYTES) return null
    parts.push(part)
  }
  return {
    operation: (request.url ?? '').slice(1),
    at: header(request, 'x-signer-at'),
    nonce: header(request, 'x-signer-nonce'),
    body: Buffer.concat(parts).toString('utf8'),
  }
}

async function run(answers: Answers, { operation, body }: Call): Promise<{ status: number; answer: unknown }> {
  const startedAt = performance.now()
  const work = isOperation(answers, operation) ? answers[operation] : undefined
  try {
    if (!work) throw new Error('there is no such operation')
    const answer = await work(JSON.parse(body))
    if (operation !== 'status') logger().info({ operation, ms: Math.round(performance.now() - startedAt) }, 'answered')
    return { status: 200, answer }
  } catch (error) {
    const answer = toWireError(error)
    logger().warn({ operation, kind: answer.kind, why: answer.message }, 'refused')
    return { status: 422, answer }
  }
}

function isOperation(answers: Answers, name: string): name is SignerOperation {
  return Object.hasOwn(answers, name)
}

function header({ headers }: IncomingMessage, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
