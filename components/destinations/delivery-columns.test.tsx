import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { deliveryColumns } from './delivery-columns'

const AT = '2026-11-21T11:05:12.310Z'
const RECEIVER = { deliveredCount: 2, failedCount: 0, droppedCount: 0, lastDeliveryAt: AT, createdAt: AT }

test.each([
  ['active', null, /^Active$/],
  ['active', AT, /^Failing ?No 2xx since \S/],
  ['paused', AT, /^Paused$/],
] as const)('a receiver that is %s and fails since %s is shown as %s', (status, failingSince, text) => {
  const column = deliveryColumns().find(({ id }) => id === 'status')
  const markup = renderToStaticMarkup(column?.cell({ ...RECEIVER, status, failingSince }))
  expect(markup.replace(/<[^>]+>/g, '')).toMatch(text)
})
