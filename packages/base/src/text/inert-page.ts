/**
 * The beginning of every HTML page that this program writes to a file. Under this policy nothing in a page runs or
 * loads anything, whatever follows: a shell saves a page only when it begins so (security.md S-09).
 */
export const INERT_PAGE_HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
`;
