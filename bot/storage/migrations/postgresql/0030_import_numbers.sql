-- The number of an import is given once. A database of this kind never gave one twice.
SELECT 1;
