import { expect, test } from 'vitest'
import { destinationLink } from './destination-link'

const ID = '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'

test.each([
  ['endpoint', 2, 'Webhook endpoint', `/projects/p/endpoints/${ID}`],
  ['subscription', 2, 'Event subscription', `/projects/p/events/logs?subscriptionId=${ID}&status=failed`],
  ['subscription', 0, 'Event subscription', `/projects/p/events/logs?subscriptionId=${ID}`],
  ['host', 1, 'URL set in requests', '/projects/p/webhooks?search=a.example%3A8080'],
] as const)('attempts of %s with %i failed lead to where they are listed', (kind, failed, kindName, href) => {
  expect(destinationLink('p', { id: ID, kind, name: 'a.example:8080', ok: 1, failed })).toEqual({ kindName, href })
})
