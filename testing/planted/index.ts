/** Secrets in every place where hosts leave them, and the count of those that a surface shows in clear. */
export { ClearCount } from './clear-count.ts';
export { PLANTED, type PlantedPlace, plantedBundle } from './planted-bundle.ts';
export { SecretMaker } from './secret-shapes.ts';
