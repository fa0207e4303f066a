import { expect, test } from 'vitest'
import { openDatabase } from '@/server/testing/open-database'
import { walletClient } from '@/server/testing/wallet-client'

openDatabase()

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'])('a list from %s on is refused', async (moment) => {
  const client = await walletClient()
  const refused = { code: 400, message: 'Validation failed', errors: ['from: is too long ago or too far ahead'] }
  expect(await client.get(`/v1/wallet/deposits?from=${encodeURIComponent(moment)}`)).toMatchObject(refused)
})

test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])('a list from %s on is answered', async (moment) => {
  const client = await walletClient()
  expect(await client.get(`/v1/wallet/deposits?from=${encodeURIComponent(moment)}`)).toMatchObject({ code: 200 })
})
