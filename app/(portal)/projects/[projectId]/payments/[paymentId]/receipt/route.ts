import { answerDocument } from '../answer-document'

export const GET = answerDocument('receipt')
