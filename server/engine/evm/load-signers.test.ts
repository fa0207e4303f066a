import { expect, test } from 'vitest'
import { lruPerProcess } from '@/db/lru-per-process'
import { newId } from '@/db/new-id'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { loadSigners, type Signer } from './load-signers'

openDatabase()

test('returns every requested signer even if the cache is full', async () => {
  const known = lruPerProcess<Signer>('engine-signers', { max: 50_000 })
  const signer = { walletId: newId(), businessId: newId(), seedId: newId(), addressIndex: 0, address: '0x1' }
  known.set(signer.walletId, signer)
  for (let n = 1; n < 50_000; n++) known.set(`wallet ${n}`, signer)
  const signerOf = await loadSigners(workerCtx(), [signer.walletId, newId()])
  expect(signerOf(signer.walletId)).toEqual(signer)
})
