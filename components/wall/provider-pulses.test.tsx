import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProviderPulses } from './provider-pulses'

const stay = () => undefined
const ROUTER = { bfcacheId: '', back: stay, forward: stay, refresh: stay, push: stay, replace: stay, prefetch: stay }
const PROVIDER = {
  name: 'paystack',
  isActive: true,
  hasKeys: true,
  lastOkAt: null,
  failingSince: null,
  lastFailure: null,
}
const AT = '2026-11-21T11:05:12.310Z'

test.each([
  [{}, 'Not used yet'],
  [{ lastOkAt: AT }, 'Healthy'],
  [{ failingSince: AT }, 'Failing since'],
  [{ isActive: false }, 'Switched off'],
  [{ hasKeys: false }, 'No API keys'],
  [{ hasKeys: false, isActive: false }, 'No API keys'],
])('a provider with %j is shown as %s', (change, text) => {
  const markup = renderToStaticMarkup(
    <AppRouterContext.Provider value={ROUTER}>
      <ProviderPulses providers={[{ ...PROVIDER, ...change }]} />
    </AppRouterContext.Provider>,
  )
  const badges = ['Not used yet', 'Healthy', 'Failing since', 'Switched off', 'No API keys']
  expect(badges.filter((badge) => markup.includes(badge))).toEqual([text])
})
