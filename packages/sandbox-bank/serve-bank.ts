import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { refuseWebPage } from '@/dev/refuse-web-page'
import { type Bank, BankRefusal, openBank } from './bank'
import { bankPage } from './bank-page'
import { createEventSender } from './send-events'

export type BankOptions = {
  /** The folder its state lives in. */
  home: string
  /** Shared with the app: its calls carry it, the bank's webhooks are signed with it. */
  secret: string
  /** The app's URL, which receives webhooks. */
  appUrl: string
  port?: number
  now?: () => Date
}
export type RunningBank = { url: string; bank: Bank; close: () => Promise<void> }

const MAX_BODY_BYTES = 16_384
/** A JSON number holds 15 digits exactly: two of them are kobo. */
const MAX_NUMBER = 1e13

const koboMinor = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(BigInt)

const transferBody = z.strictObject({
  accountNumber: z.string(),
  amount: z.union([z.string(), z.number().max(MAX_NUMBER).transform(String)]),
  how: z.enum(['paid', 'late', 'refused']).optional(),
})
const accountBody = z.object({
  reference: z.string().min(1).max(64),
  amountMinor: koboMinor,
  expiryAt: z.iso.datetime(),
  customer: z.object({ name: z.string() }),
})
const refundBody = z.object({ reference: z.string().min(1), transferId: z.string(), amountMinor: koboMinor })
const settingsBody = z.object({ isSilent: z.boolean() })

/**
 * The local stack's bank: an API like those of providers, `POST /transfers`, which sends money, and a page that does so
 * manually.
 */
export async function startBank({
  home,
  secret,
  appUrl,
  port = 0,
  now = () => new Date(),
}: BankOptions): Promise<RunningBank> {
  const sender = createEventSender({ url: `${appUrl}/v1/payments/webhooks/sandbox`, secret, find: () => bank })
  const bank: Bank = openBank({ file: join(home, 'bank.json'), onEvent: () => sender.send(), now })
  const server = createServer((request, response) => {
    answer(bank, secret, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, refusalOf(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the bank has no port')
  sender.send()
  return {
    url: `http://127.0.0.1:${address.port}`,
    bank,
    close: () => {
      sender.close()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type Reply = { status: number; html: string } | { status: number; json: unknown }

async function answer(bank: Bank, secret: string, request: IncomingMessage): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank')
  const call = `${request.method} ${pathname}`
  // Requests of the bank's own page have its origin.
  const isOwn = request.headers.origin === `http://${request.headers.host}`
  const refusal = refuseWebPage(
    isOwn ? { ...request, method: request.method, headers: { ...request.headers, origin: undefined } } : request,
  )
  if (refusal) throw new BankRefusal(refusal.status, refusal.reason)
  if (call === 'GET /') return { status: 200, html: bankPage(bank.state) }
  if (call === 'POST /transfers') return { status: 201, json: bank.send(transferBody.parse(await readBody(request))) }
  if (call === 'POST /settings') {
    bank.setSilent(settingsBody.parse(await readBody(request)).isSilent)
    return { status: 200, json: {} }
  }
  if (!pathname.startsWith('/api/')) throw new BankRefusal(404, 'there is nothing here')
  if (request.headers.authorization !== `Bearer ${secret}`) throw new BankRefusal(401, 'the key is wrong')
  return { status: 200, json: await answerApi(bank, call, { searchParams, request }) }
}

async function answerApi(
  bank: Bank,
  call: string,
  { searchParams, request }: { searchParams: URLSearchParams; request: IncomingMessage },
): Promise<unknown> {
  if (call === 'POST /api/accounts') {
    const { customer, ...transferRequest } = accountBody.parse(await readBody(request))
    const account = bank.openAccount({ ...transferRequest, name: customer.name })
    return { ...account, currency: 'NGN', bankName: 'Sandbox Bank', bankCode: '999' }
  }
  if (call === 'GET /api/transfers') {
    const [reference, since, until] = ['reference', 'since', 'until'].map((name) => searchParams.get(name))
    const isMatch = (each: { reference: string | null; paidAt: string }) =>
      reference ? each.reference === reference : each.paidAt >= (since ?? '') && each.paidAt < (until ?? '~')
    const list = bank.state.transfers.filter((each) => each.status !== 'refused' && isMatch(each))
    return list.map((each) => ({ ...each, currency: 'NGN' }))
  }
  if (call === 'POST /api/refunds') return bank.refund(refundBody.parse(await readBody(request)))
  const [, reference] = /^GET \/api\/refunds\/([^/]+)$/.exec(call) ?? []
  const refund = reference && bank.findRefund(decodeURIComponent(reference))
  if (refund) return refund
  throw new BankRefusal(404, 'there is nothing here')
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new BankRefusal(413, 'the request is too large')
    chunks.push(chunk)
  }
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
}

function refusalOf(error: unknown): Reply {
  if (error instanceof BankRefusal) return { status: error.status, json: { error: error.message } }
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return { status: 422, json: { error: `${issue?.path.join('.')} ${issue?.message}` } }
  }
  if (error instanceof SyntaxError || error instanceof TypeError) return { status: 400, json: { error: 'no JSON' } }
  return { status: 500, json: { error: 'something went wrong' } }
}

function send(response: ServerResponse, reply: Reply): void {
  if ('html' in reply) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    }
    response.writeHead(reply.status, headers).end(reply.html)
    return
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json))
}
