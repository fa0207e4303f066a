import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { EXCEPTION_KINDS } from '@/schemas/exceptions/words'

/** The filters of the exceptions, in the URL. */
export const exceptionFilter = {
  kind: parseAsStringLiteral(EXCEPTION_KINDS),
  businessId: parseAsId,
  search: parseAsText.withDefault(''),
  page: parseAsPage,
}

export function toExceptionInput({ kind, businessId, search, page }: inferParserType<typeof exceptionFilter>) {
  return {
    kind: kind ?? undefined,
    businessId: businessId ?? undefined,
    search: search.trim().slice(0, 128) || undefined,
    page,
  }
}
