import {
  issueKeysInput,
  ownTokenInput,
  renameKeysInput,
  renameKeysOfProjectInput,
  revokeKeyInput,
  rotateKeysInput,
} from '@/schemas/keys/contract'
import { businessProjectRef } from '@/schemas/projects/contract'
import { issueOwnToken } from '@/server/keys/issue-own-token'
import { listApiKeys } from '@/server/keys/list-api-keys'
import { renameKeyPair } from '@/server/keys/rename-key-pair'
import { revokeApiKey } from '@/server/keys/revoke-api-key'
import { rotateKeyPairAsOperator } from '@/server/keys/rotate-key-pair-as-operator'
import { rotateOwnKeyPair } from '@/server/keys/rotate-own-key-pair'
import { currentSigningKey } from '@/server/keys/signing-keys'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const keysRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listApiKeys(ctx)),
  rotate: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(rotateKeysInput)
    .mutation(({ ctx, input }) => rotateOwnKeyPair(ctx, input)),
  rename: businessProcedure('owner')
    .input(renameKeysInput)
    .mutation(({ ctx, input }) => renameKeyPair(ctx, input)),
  issueOwnToken: preparedBusinessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(ownTokenInput)
    .mutation(async ({ ctx, input: { environment } }) => {
      const signingKey = await currentSigningKey()
      return ctx.inTransaction((txCtx) => issueOwnToken(txCtx, { environment, signingKey }))
    }),
  listOfProject: supportProcedure
    .input(businessProjectRef)
    .query(({ ctx, input }) => listApiKeys({ ...ctx, ...input })),
  rotateOfProject: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(issueKeysInput)
    .mutation(({ ctx, input }) => rotateKeyPairAsOperator(ctx, input)),
  renameOfProject: operatorProcedure
    .input(renameKeysOfProjectInput)
    .mutation(({ ctx, input: { keyId, name, ...project } }) => renameKeyPair({ ...ctx, ...project }, { keyId, name })),
  revoke: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(revokeKeyInput)
    .mutation(({ ctx, input: { keyId, ...project } }) => revokeApiKey({ ...ctx, ...project }, { keyId })),
})
