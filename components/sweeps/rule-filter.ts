import { parseAsMetadata } from '@/components/filters/parse-as-metadata'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { toMetadata } from '@/server/text/metadata-pair'

/** The rule list's state in the URL, read alike by the page and by the list. */
export const ruleFilter = { metadata: parseAsMetadata, page: parseAsPage }

export function toRuleInput(projectId: string, { metadata, page }: { metadata: string; page: number }) {
  return { projectId, metadata: toMetadata(metadata), page }
}
