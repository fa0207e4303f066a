import { businessProjectRef } from '@/server/projects/contract'
import {
  businessProcedure,
  operatorProcedure,
  preparedBusinessProcedure,
  router,
  supportProcedure,
} from '@/server/trpc/init'
import { issueKeysInput, ownTokenInput, revokeKeyInput, rotateKeysInput } from './contract'
import { issueOwnToken } from './issue-own-token'
import { listApiKeys } from './list-api-keys'
import { revokeApiKey } from './revoke-api-key'
import { rotateKeyPair } from './rotate-key-pair'
import { currentSigningKey } from './signing-keys'

export const keysRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listApiKeys(ctx)),
  rotate: businessProcedure('owner')
    .input(rotateKeysInput)
    .mutation(({ ctx, input }) => rotateKeyPair(ctx, input)),
  issueOwnToken: preparedBusinessProcedure('owner')
    .input(ownTokenInput)
    .mutation(async ({ ctx, input: { environment } }) => {
      const signingKey = await currentSigningKey()
      return ctx.inTransaction((own) => issueOwnToken(own, { environment, signingKey }))
    }),
  listOfProject: supportProcedure
    .input(businessProjectRef)
    .query(({ ctx, input }) => listApiKeys({ ...ctx, ...input })),
  rotateOfProject: operatorProcedure
    .input(issueKeysInput)
    .mutation(({ ctx, input: { overlapHours, ...project } }) =>
      rotateKeyPair({ ...ctx, ...project }, { overlapHours }),
    ),
  revoke: operatorProcedure
    .input(revokeKeyInput)
    .mutation(({ ctx, input: { keyId, ...project } }) => revokeApiKey({ ...ctx, ...project }, { keyId })),
})
