/** Characters in the name of a pair of API keys. */
export const MAX_KEY_NAME = 80
