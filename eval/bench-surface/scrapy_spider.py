"""scrapy, asked for the same: follow all links of a site. It parses no forms
and stores nothing. python3 scrapy_spider.py URL"""

import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess

start = sys.argv[1]
pages = 0


class Links(scrapy.Spider):
    name = "links"
    start_urls = [start]

    def parse(self, response):
        global pages
        pages += 1
        if "html" not in response.headers.get("Content-Type", b"").decode():
            return
        for href in response.css("a::attr(href)").getall():
            url = response.urljoin(href)
            if urlsplit(url).netloc == urlsplit(start).netloc:
                yield scrapy.Request(url)


process = CrawlerProcess(
    {"LOG_LEVEL": "ERROR", "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "ROBOTSTXT_OBEY": True, "TELNETCONSOLE_ENABLED": False}
)
process.crawl(Links)
process.start()
print(pages)
