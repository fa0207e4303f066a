import { answerDocument } from '@/app/(portal)/projects/[projectId]/payments/[paymentId]/answer-document'

export const GET = answerDocument('invoice')
