import { randomUUID } from 'node:crypto'
import { addSoftwarePasskey, newAttestation } from './add-software-passkey'
import { byOperator, byOwner, type MutationCall } from './mutation-call'
import type { MutationWorld } from './mutation-world'
import { PASSWORD } from './portal-caller'
import { proposedRate } from './proposed-rate'
import { addFactor } from './second-factor'

/** Calls of the mutations about people, businesses, projects and their rules that succeed in a fresh world. */
export const PEOPLE_MUTATIONS: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'approvals.approve': async (w) => byOwner(w, { approvalId: await w.approval() }),
  'approvals.approveBatch': async (w) => byOwner(w, await w.waitingBatch()),
  'approvals.reject': async (w) => byOwner(w, { approvalId: await w.approval() }),
  'approvals.rejectBatch': async (w) => byOwner(w, await w.waitingBatch()),
  'audit.verify': async (w) => byOwner(w, {}),
  'audit.verifyOfChain': async (w) => byOperator(w, { businessId: w.businessId }),
  'businesses.create': async (w) =>
    byOperator(w, {
      name: `Business ${randomUUID()}`,
      ownerName: 'New Owner',
      ownerEmail: `${randomUUID()}@example.test`,
    }),
  'businesses.setStatus': async (w) => byOperator(w, { businessId: w.businessId, status: 'suspended' }),
  'keys.rotateOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, overlapHours: 24 }),
  'keys.revoke': async (w) => byOperator(w, { businessId: w.businessId, projectId: w.projectId, keyId: await w.key() }),
  'keys.rename': async (w) => byOwner(w, { keyId: await w.key(), name: 'Backend' }),
  'keys.renameOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, keyId: await w.key(), name: 'Backend' }),
  'keys.rotate': async (w) => {
    await w.key()
    return byOwner(w, { overlapHours: 24 })
  },
  'keys.issueOwnToken': async (w) => {
    await w.key()
    return byOwner(w, { environment: 'live' })
  },
  'people.beginPasskeySignIn': async (w) => ({ as: w.owner, input: undefined }),
  'people.beginPasskey': async (w) => ({ as: w.owner, input: undefined }),
  'people.addPasskey': async (w) => ({ as: w.owner, input: await newAttestation(w.owner.sessionToken) }),
  'people.beginPasskeyProof': async (w) => {
    await addSoftwarePasskey(w.owner.sessionToken)
    return { as: w.owner, input: undefined }
  },
  'people.removePasskey': async (w) => {
    const { passkeyId } = await addSoftwarePasskey(w.owner.sessionToken)
    return { as: w.owner, input: { passkeyId } }
  },
  'people.beginTotp': async (w) => ({ as: w.owner, input: {} }),
  'people.confirmTotp': async (w) => {
    const { code } = await addFactor(w.owner.personId, { isPending: true })
    return { as: w.owner, input: { code: code() } }
  },
  'people.verify': async (w) => {
    const { code } = await addFactor(w.owner.personId)
    return { as: w.owner, input: { code: code() } }
  },
  'people.removeFactor': async (w) => {
    await addFactor(w.owner.personId)
    return { as: w.owner, input: {} }
  },
  'people.replaceRecoveryCodes': async (w) => {
    await addFactor(w.owner.personId)
    return { as: w.owner, input: {} }
  },
  'people.changePassword': async (w) => ({ as: w.owner, input: { current: PASSWORD, next: 'another long password' } }),
  'people.invite': async (w) =>
    byOperator(w, {
      name: 'New Person',
      email: `${randomUUID()}@example.test`,
      role: 'viewer',
      businessId: w.businessId,
    }),
  'people.resetFactor': async (w) => {
    await addFactor(w.owner.personId)
    return byOperator(w, { personId: w.owner.personId })
  },
  'people.sendPasswordReset': async (w) => byOperator(w, { personId: w.owner.personId }),
  'people.readLink': async (w) => byOwner(w, { kind: 'invitation', token: (await w.invitation()).token }),
  'people.acceptInvitation': async (w) =>
    byOwner(w, { token: (await w.invitation()).token, name: 'New Person', password: 'a long new password' }),
  'people.joinBusiness': async (w) => {
    const joiner = await w.stranger()
    return { as: joiner, input: { invitationId: (await w.invitation(joiner.email)).id } }
  },
  'people.setPassword': async (w) => byOwner(w, { token: await w.resetToken(), password: 'a long new password' }),
  'people.requestPasswordReset': async (w) => byOwner(w, { email: `${randomUUID()}@example.test` }),
  'people.requestEmailChange': async (w) => byOwner(w, { email: `${randomUUID()}@example.test`, password: PASSWORD }),
  'people.confirmEmail': async (w) => byOwner(w, { token: await w.emailToken() }),
  'people.revokeOtherSessions': async (w) => ({ as: w.owner, input: undefined }),
  'people.revokeSession': async (w) => ({ as: w.owner, input: { sessionId: await w.owner.openSession() } }),
  'people.setActive': async (w) => byOperator(w, { personId: w.owner.personId, isActive: false }),
  'policies.save': async (w) =>
    byOwner(w, {
      isActive: true,
      perTransactionUsd: '5',
      dailyUsd: null,
      approvalAboveUsd: null,
      recipients: null,
      methods: null,
      version: null,
    }),
  'projects.allowIpAddress': async (w) => byOwner(w, { ipAddress: '203.0.113.7', label: 'office' }),
  'projects.create': async (w) => byOperator(w, { businessId: w.businessId, name: 'Second' }),
  'projects.createOwn': async (w) => ({ as: w.owner, input: { businessId: w.businessId, name: 'Second' } }),
  'projects.rename': async (w) => byOwner(w, { name: 'Renamed' }),
  'projects.removeAllowedIpAddress': async (w) => byOwner(w, { entryId: await w.allowlistEntry() }),
  'projects.rotateWebhookSecret': async (w) => byOwner(w, {}),
  'projects.setTestnetsOnly': async (w) => byOwner(w, { testnetsOnly: true }),
  'projects.allowKeys': async (w) => byOperator(w, { businessId: w.businessId, projectId: w.projectId }),
  'projects.setTestnetsOnlyOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, testnetsOnly: true }),
  'projects.setStatus': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, status: 'suspended' }),
  'proposals.approve': async (w) => byOperator(w, { proposalId: await proposedRate() }),
  'proposals.drop': async (w) => byOperator(w, { proposalId: await proposedRate() }),
  'team.inviteMember': async (w) => byOwner(w, { email: `${randomUUID()}@example.test`, role: 'developer' }),
  'team.resendInvitation': async (w) => byOwner(w, { invitationId: (await w.invitation()).id }),
  'team.resendInvitationOfAll': async (w) => byOperator(w, { invitationId: (await w.invitation()).id }),
  'team.withdrawInvitationOfAll': async (w) => byOperator(w, { invitationId: (await w.invitation()).id }),
  'team.withdrawInvitation': async (w) => byOwner(w, { invitationId: (await w.invitation()).id }),
  'team.changeRole': async (w) => byOwner(w, { userId: (await w.member()).personId, role: 'viewer' }),
  'team.removeMember': async (w) => byOwner(w, { userId: (await w.member()).personId }),
  'team.resetFactor': async (w) => {
    const { personId } = await w.member()
    await addFactor(personId)
    return byOwner(w, { userId: personId })
  },
  'team.setFactorRequirement': async (w) => {
    await addFactor(w.owner.personId)
    return byOwner(w, { isRequired: true })
  },
  'team.transferOwnership': async (w) => byOwner(w, { userId: (await w.member()).personId }),
  'views.remove': async (w) => byOwner(w, { viewId: await w.savedView() }),
  'views.rename': async (w) => byOwner(w, { viewId: await w.savedView(), name: 'Another name' }),
  'views.save': async (w) => byOwner(w, { list: 'transactions', name: 'Failed', query: 'status=FAILED' }),
}
