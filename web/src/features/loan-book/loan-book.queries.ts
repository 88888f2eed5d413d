import { type LoanBookFilters, loanBookEndpoints } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

type Asked = LoanBookFilters & { page: number; perPage: number };

export const loanBookQueries = {
  list: (query: Asked) =>
    queryOptions({
      queryKey: ['loan-book', query],
      queryFn: ({ signal }) => call(loanBookEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};
