/** The audit log's action name for a person who takes a token of a key without having the key. */
export const OWN_TOKEN_ACTION = 'key.token_taken'
