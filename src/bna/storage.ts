/** The bucket where the analysis' own service keeps its files. */
export const STORAGE_URL = 'https://s3.amazonaws.com/production-pfb-storage-us-east-1';
