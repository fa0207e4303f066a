import { z } from 'zod'
import { businessProcedure, operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { rotateKeysBody } from './contract'
import { listApiKeys } from './list-api-keys'
import { revokeApiKey } from './revoke-api-key'
import { rotateKeyPair } from './rotate-key-pair'

// `shape`: the body of `/v1` refuses unknown fields, and here the project rides along.
const rotateInput = z.object(rotateKeysBody.shape)
const projectOfBusiness = z.object({ businessId: z.uuid(), projectId: z.uuid() })

export const keysRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listApiKeys(ctx)),
  rotate: businessProcedure('owner')
    .input(rotateInput)
    .mutation(({ ctx, input }) => rotateKeyPair(ctx, input)),
  ofProject: supportProcedure.input(projectOfBusiness).query(({ ctx, input }) => listApiKeys({ ...ctx, ...input })),
  issue: operatorProcedure
    .input(projectOfBusiness.extend(rotateKeysBody.shape))
    .mutation(({ ctx, input: { overlapHours, ...place } }) => rotateKeyPair({ ...ctx, ...place }, { overlapHours })),
  revoke: operatorProcedure
    .input(projectOfBusiness.extend({ keyId: z.uuid() }))
    .mutation(({ ctx, input: { keyId, ...place } }) => revokeApiKey({ ...ctx, ...place }, { keyId })),
})
