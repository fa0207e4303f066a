import { expect, test } from 'vitest'
import { canonicalIp, clientAddress, resolveClientIp } from './client-address'
import { drainUnreadableHop } from './record-unreadable-hop'

test.each([
  ['a direct client', '203.0.113.9', null, [], '203.0.113.9'],
  ['a direct client that forges the header', '203.0.113.9', '10.0.0.1', [], '203.0.113.9'],
  ['a client behind a trusted proxy', '10.0.0.1', '198.51.100.7', ['10.0.0.0/8'], '198.51.100.7'],
  ['a forged left-most hop', '10.0.0.1', '1.1.1.1, 198.51.100.7', ['10.0.0.0/8'], '198.51.100.7'],
  ['two trusted hops', '10.0.0.1', '198.51.100.7, 10.9.9.9', ['10.0.0.0/8'], '198.51.100.7'],
  ['an untrusted peer among trusted ranges', '11.0.0.1', '198.51.100.7', ['10.0.0.0/8'], '11.0.0.1'],
  ['a hop that is no address', '10.0.0.1', '198.51.100.7, nonsense', ['10.0.0.0/8'], '10.0.0.1'],
  ['a v4-mapped peer', '::ffff:10.0.0.1', '2001:DB8::1', ['10.0.0.1'], '2001:db8::1'],
  ['a hop with a port', '10.0.0.1', '203.0.113.9:51234', ['10.0.0.0/8'], '203.0.113.9'],
  ['an IPv6 hop with a port', '10.0.0.1', '[2001:db8::7]:443', ['10.0.0.0/8'], '2001:db8::7'],
  ['an IPv6 hop in brackets', '10.0.0.1', '[2001:DB8::7]', ['10.0.0.0/8'], '2001:db8::7'],
  ['a trusted hop with a port', '10.0.0.1', '198.51.100.7:1, 10.9.9.9:80', ['10.0.0.0/8'], '198.51.100.7'],
  ['a hop with half a bracket', '10.0.0.1', '[2001:db8::7', ['10.0.0.0/8'], '10.0.0.1'],
  ['only trusted hops', '10.0.0.1', '10.0.0.2', ['10.0.0.0/8'], '10.0.0.1'],
])('sees %s', (_name, peer, forwarded, trusted, expected) => {
  expect(resolveClientIp({ peer, forwarded }, { trusted, header: 'x-forwarded-for' })).toBe(expected)
})

test.each(['', '010.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '1.2.3.4/32', '1.2.3', 'localhost', '1.2.3.4:80'])(
  'takes %s for no address',
  (text) => {
    expect(canonicalIp(text)).toBeNull()
  },
)

const PROXY = '10.0.0.1'
const seen = (forwarded: string | null, header: 'forwarded' | 'x-forwarded-for' = 'forwarded') =>
  resolveClientIp({ peer: PROXY, forwarded }, { trusted: ['10.0.0.0/8'], header })

test.each([
  ['a plain hop', 'for=203.0.113.9', '203.0.113.9'],
  ['capitals and other parameters', 'By=10.0.0.1;FOR=203.0.113.9; host="example.com";proto=https', '203.0.113.9'],
  ['a port', 'for="203.0.113.9:51234"', '203.0.113.9'],
  ['a port without quotes', 'for=203.0.113.9:51234', '203.0.113.9'],
  ['an IPv6 address', 'for="[2001:DB8::7]:443"', '2001:db8::7'],
  ['an IPv6 address without a port', 'for="[2001:db8::7]"', '2001:db8::7'],
  ['an escaped character', 'for="203.0.113.\\9"', '203.0.113.9'],
  ['two trusted hops', 'for=198.51.100.7, for=10.9.9.9;proto=http', '198.51.100.7'],
  ['a forged left-most hop', 'for=1.1.1.1, for=198.51.100.7', '198.51.100.7'],
  ['a forged quote', 'for=", for=198.51.100.7', '198.51.100.7'],
  ['a forged quote before quotes', 'for="x, for="[2001:db8::7]"', '2001:db8::7'],
  ['a comma in quotes', 'for=198.51.100.7;host="a, for=1.1.1.1"', '198.51.100.7'],
  ['a hop of rubbish left of an address', 'unknown, for=198.51.100.7', '198.51.100.7'],
  ['an empty element', 'for=198.51.100.7, ,', '198.51.100.7'],
  ['only trusted hops', 'for=10.0.0.2', PROXY],
  ['an empty header', '', PROXY],
  ['no header', null, PROXY],
])('reads Forwarded with %s', (_name, forwarded, expected) => {
  drainUnreadableHop()
  expect([seen(forwarded), drainUnreadableHop()]).toEqual([expected, null])
})

test.each([
  'for=unknown',
  'for=_hidden',
  'for="_SEVKISEK"',
  'for=198.51.100.7, for=unknown',
  'proto=https',
  'for=1.1.1.1;for=2.2.2.2',
  'for=',
  'for="198.51.100.7',
  '198.51.100.7',
])('falls back to the proxy and takes note where Forwarded is %s', (forwarded) => {
  drainUnreadableHop()
  expect(seen(forwarded)).toBe(PROXY)
  expect(drainUnreadableHop()).toMatchObject({ header: 'forwarded' })
})

test('takes note of a hop of X-Forwarded-For that is no address, without what no log should hold', () => {
  drainUnreadableHop()
  expect(seen('198.51.100.7, no\u001bne', 'x-forwarded-for')).toBe(PROXY)
  expect(drainUnreadableHop()).toEqual({ header: 'x-forwarded-for', text: 'no?ne' })
  expect(drainUnreadableHop()).toBeNull()
})

test('believes one header alone, whichever a client sends beside it', () => {
  const headers = new Headers({ 'x-forwarded-for': '198.51.100.7', forwarded: 'for=203.0.113.9' })
  const trusted = ['10.0.0.0/8']
  expect(clientAddress(headers, { trusted, header: 'x-forwarded-for' })).toBe('198.51.100.7')
  expect(clientAddress(headers, { trusted, header: 'forwarded' })).toBe('203.0.113.9')
  headers.delete('forwarded')
  expect(clientAddress(headers, { trusted, header: 'forwarded' })).toBeNull()
})
