import { commentEndpoints, type NewComment } from '@kerb/domain/comments/comments.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';

const keyOf = (id: number) => ['comments', id];

export const commentQueries = {
  list: (id: number) =>
    infiniteQueryOptions({
      queryKey: [...keyOf(id), 'list'],
      queryFn: ({ pageParam, signal }) =>
        call(commentEndpoints.list, {
          params: { id },
          query: pageParam === null ? {} : { before: pageParam },
          signal,
        }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ items, isMore }) => (isMore ? (items.at(-1)?.id ?? null) : null),
    }),
  people: (id: number) =>
    queryOptions({
      queryKey: [...keyOf(id), 'people'],
      queryFn: async ({ signal }) => (await call(commentEndpoints.people, { params: { id }, signal })).items,
    }),
};

export function useCommentChanges(id: number) {
  const client = useQueryClient();
  const { queryKey } = commentQueries.list(id);
  /** A read that has begun may have missed the change, so it begins again. */
  const refresh = async () => {
    await client.cancelQueries({ queryKey });
    await client.invalidateQueries({ queryKey });
  };
  return {
    refresh,
    add: async (comment: NewComment) => {
      await call(commentEndpoints.add, { params: { id }, body: comment });
      await refresh();
    },
    remove: async (commentId: number) => {
      await call(commentEndpoints.remove, { params: { id, commentId } });
      await refresh();
    },
  };
}
