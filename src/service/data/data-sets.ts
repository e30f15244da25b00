// The names and bounds of the data sets. They stand apart from the generator, so that a help text need not load it.

export const dataSetNames = ['tiny', 'default', 'large', 'edge', 'empty'] as const;

export type DataSetName = (typeof dataSetNames)[number];

/** The one that is served where nobody names another. */
export const usualDataSet: DataSetName = 'default';

/** The most listings that can be asked for. */
export const maxListings = 100_000;

/** The highest seed: a faker instance reads 32 bits of it. */
export const maxSeed = 0xffff_ffff;
