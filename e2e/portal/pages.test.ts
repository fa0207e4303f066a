import { readdirSync } from 'node:fs'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { ALARM_KINDS } from '@/schemas/alarms/words'
import { isBuiltAlike, pagesOf, UNKNOWN_ID, UNSEEN } from './pages'

const APP = path.resolve(import.meta.dirname, '../../app')
const ids = {
  projectId: uuid(),
  businessId: uuid(),
  walletId: uuid(),
  transactionId: uuid(),
  failedTransactionId: uuid(),
  messageId: uuid(),
  refusedRequestId: uuid(),
  failedRequestId: uuid(),
  subscriptionId: uuid(),
  logId: uuid(),
  endpointId: uuid(),
  depositId: uuid(),
  sweepRuleId: uuid(),
  paymentId: uuid(),
  tokenId: uuid(),
  operationRef: uuid(),
}

/** Every page file as its address: `/projects/[projectId]/keys`. */
function pageRoutes(): string[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) => {
      const rooms = path.dirname(file).split(path.sep)
      return `/${rooms.filter((room) => room !== '.' && !room.startsWith('(')).join('/')}`
    })
}

/** A parameter is an id, a number or a kind of alarm: the word of another page is none. */
function isOf(route: string, address: string): boolean {
  const pattern = route
    .replaceAll('[kind]', `(${ALARM_KINDS.join('|')})`)
    .replaceAll(/\[(guide|operation|event)\]/g, '([a-zA-Z._-]+)')
    .replaceAll(/\[\w+\]/g, '(\\d+|[0-9a-f-]{36})')
  return new RegExp(`^${pattern}$`).test(address.replace(/\?.*$/, ''))
}

test('the browser looks at every page there is', () => {
  const inspected = Object.values(pagesOf({ ...ids, chainId: 84_532 })).flat()
  const routes = pageRoutes()
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((route) => !inspected.some((address) => isOf(route, address))).toSorted()).toEqual(
    Object.keys(UNSEEN).toSorted(),
  )
})

test('a page that is looked at in one look is built like another that is looked at whole', () => {
  const inspected = Object.values(pagesOf({ ...ids, chainId: 84_532 })).flat()
  const routes = pageRoutes()
  const routeOf = (address: string) => routes.find((route) => isOf(route, address))
  const whole = inspected.filter((address) => !isBuiltAlike(address))
  const alike = inspected.filter(isBuiltAlike)
  expect(alike.length).toBeGreaterThan(15)
  expect(alike.filter((address) => !whole.some((other) => routeOf(other) === routeOf(address)))).toEqual([])
  expect(whole.filter((address) => address.endsWith(UNKNOWN_ID) || address.includes('=nothing'))).toHaveLength(2)
})
