# All pages of a listing as a table, and a whole collection as Parquet. Not run by the tests of staticrest.
library(httr2)
library(arrow)

site <- "http://localhost:8080/"
url <- paste0(site, "api/results/?country=CA&limit=50")
pages <- list()
while (!is.null(url)) {
  page <- request(url) |> req_retry(max_tries = 2) |> req_perform() |> resp_body_json(simplifyVector = TRUE)
  pages <- c(pages, list(page$results))
  url <- page$`next`
}
table <- do.call(rbind, lapply(pages, jsonlite::flatten))

all <- read_parquet(paste0(site, "downloads/results.parquet"))
