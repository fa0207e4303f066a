import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { toCurl } from './to-curl'

const detail = {
  baseUrl: 'https://api.example.com',
  responseBody: null,
  key: null,
  transactionId: null,
  refusal: null,
  request: {
    id: '1',
    method: 'POST',
    path: '/v1/wallet/transaction',
    search: '',
    status: 202,
    durationMs: 1,
    clientIp: null,
    userAgent: null,
    keyId: null,
    idempotencyKey: 'order-1',
    message: null,
    createdAt: '',
  },
}

/** The arguments that curl would get when a shell reads the line. */
function argumentsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; TOKEN=t\n${line}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

it('says the call as a shell takes it, whatever stands in the body', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const requestBody = JSON.stringify({ text, tricky: 'it\'s $HOME `id` \\ "' })
      expect(argumentsOf(toCurl({ ...detail, requestBody }))).toEqual([
        ...['-X', 'POST', 'https://api.example.com/v1/wallet/transaction'],
        ...['-H', 'authorization: Bearer t', '-H', 'idempotency-key: order-1'],
        ...['-H', 'content-type: application/json', '-d', requestBody],
      ])
    }),
    propertyRuns(20, 100),
  )
})

it('leaves out what a read does not have', () => {
  const request = { ...detail.request, method: 'GET', idempotencyKey: null }
  expect(argumentsOf(toCurl({ ...detail, request, requestBody: null }))).toEqual([
    'https://api.example.com/v1/wallet/transaction',
    '-H',
    'authorization: Bearer t',
  ])
})

it('keeps the query of the call', () => {
  const request = {
    ...detail.request,
    method: 'GET',
    path: '/v1/tokens',
    search: "?page=2&ticker=O'HARE",
    idempotencyKey: null,
  }
  const [url] = argumentsOf(toCurl({ ...detail, request, requestBody: null }))
  expect(url).toBe("https://api.example.com/v1/tokens?page=2&ticker=O'HARE")
})
