import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FiatProvider } from './provider'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}
export type Answered = { status: number; body: unknown }
export type Transfer = { id: string; reference: string; amountMinor: bigint; feeMinor: bigint; paidAt: Date }
export type Refund = { id: string; reference: string; amountMinor: bigint; transferId: string }

/** The data of a provider, with its current fault or lie. */
export type World = {
  accounts: Map<string, { providerRef: string; amountMinor: bigint }>
  transfers: Transfer[]
  refunds: Refund[]
  busyHeaders: Record<string, string>
  fault: null | 'down' | 'silence' | 'busy' | 'page' | 'cut'
  /** The subject that the provider lies about. */
  lie: null | 'reference' | 'currency' | 'amount' | 'more pages' | 'no pages' | 'fewer rows'
  asked: Asked[]
}

export type Recording = {
  make: (baseUrl: string) => FiatProvider
  /** Answers like the provider. Throws for an invalid request. */
  answer: (world: World, asked: Asked) => Answered
  /** A webhook about a transfer, as raw bytes. */
  webhook: (transfer: Transfer, providerRef: string) => { raw: Buffer; headers: Record<string, string> }
  /** Whether the signature covers the bytes. */
  isSigned: boolean
  refunds: boolean
}

/**
 * Starts a server that answers with a provider's recorded shapes. An invalid request is refused like the provider
 * would, and recorded in `complaints`.
 */
export async function startRecorded(recording: Recording) {
  const world: World = {
    accounts: new Map(),
    transfers: [],
    refunds: [],
    fault: null,
    lie: null,
    asked: [],
    busyHeaders: {},
  }
  const complaints: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://recorded')
    const raw = await buffer(request)
    if (world.fault === 'silence') return
    if (world.fault === 'down') return response.writeHead(503).end('{}')
    if (world.fault === 'busy') return response.writeHead(429, world.busyHeaders).end('{}')
    if (world.fault === 'page') return response.writeHead(200).end('<html>')
    const body: unknown = raw.length > 0 ? JSON.parse(raw.toString()) : undefined
    const { method = '', headers } = request
    if (body !== undefined && headers['content-type'] !== 'application/json') complaints.push('no content type')
    const asked = { method, path: url.pathname, query: url.searchParams, headers, body }
    world.asked.push(asked)
    try {
      const { status, body: said } = recording.answer(world, asked)
      const text = JSON.stringify(said)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(world.fault === 'cut' ? text.slice(0, text.length / 2) : text)
    } catch (error) {
      complaints.push(String(error))
      response.writeHead(400).end('{"status":false,"message":"bad"}')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the recording has no port')
  let count = 0
  return {
    world,
    complaints,
    provider: recording.make(`http://127.0.0.1:${address.port}`),
    pay(reference: string, amountMinor: bigint, paidAt = new Date('2026-05-04T10:00:00.000Z')): Transfer {
      const transfer = { id: String(7_001 + count++), reference, amountMinor, feeMinor: 100n, paidAt }
      world.transfers.push(transfer)
      return transfer
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The facts that the provider reports, with the one that it lies about changed. */
export function said(world: World, truth: { reference: string; amountMinor: bigint }) {
  const { lie } = world
  return {
    reference: lie === 'reference' ? 'SLP-OTHER' : truth.reference,
    currency: lie === 'currency' ? 'USD' : 'NGN',
    amountMinor: lie === 'amount' ? -5n : truth.amountMinor,
  }
}

/** The number of pages of its refunds. If it lies: three, or unreported, and each page is the first. */
export function pagesSaid({ lie }: World): number | undefined {
  return lie === 'no pages' ? undefined : lie === 'more pages' ? 3 : 1
}

/** One page of its transactions, from 1. If it lies: the first page repeats, or the total is larger than the list. */
export function pageOf<T>({ lie }: World, list: readonly T[], { page, size }: { page: number; size: number }) {
  const pages = Math.max(1, Math.ceil(list.length / size))
  const at = lie === 'more pages' ? 0 : (page - 1) * size
  return {
    rows: list.slice(at, at + size),
    pages: lie === 'more pages' ? page + 1 : pages,
    total: lie === 'fewer rows' ? list.length + 1 : list.length,
  }
}

/** Kobo as the JSON number in naira that providers write. */
export function major(amountMinor: bigint): number {
  return Number(amountMinor) / 100
}

export function wants(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`wants ${what}`)
}
