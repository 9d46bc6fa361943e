"""Addresses, and the visitor that everybody is."""
from django.contrib import admin
from django.urls import path
from django.views.generic import RedirectView

urlpatterns = [path("admin/", admin.site.urls), path("", RedirectView.as_view(url="/admin/"))]


def visitor(get_response):
    def answer(request):
        from django.contrib.auth.models import User

        request.user = User.objects.get(username="visitor")
        return get_response(request)

    return answer
