import { expect, test } from 'vitest'
import { canonicalIp, resolveClientIp } from './client-address'

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
  expect(resolveClientIp(peer, forwarded, trusted)).toBe(expected)
})

test.each(['', '010.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '1.2.3.4/32', '1.2.3', 'localhost', '1.2.3.4:80'])(
  'takes %s for no address',
  (text) => {
    expect(canonicalIp(text)).toBeNull()
  },
)
